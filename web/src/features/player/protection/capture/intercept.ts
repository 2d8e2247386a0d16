import { bare } from '../natives.ts';

/** Calls the original with the given arguments. */
type Call = () => unknown;
/** Replaces a method; `receiver` is its `this`. */
type Method = (call: Call, given: readonly unknown[], receiver: unknown) => unknown;
type Constructor = (call: () => object, given: readonly unknown[]) => object;

// Captured before a script can change them.
const { apply, construct, defineProperty, get, getOwnPropertyDescriptor } = Reflect;
const { Proxy: ProxyOf } = window;
const stands = new WeakSet<object>();
// Own properties, because those of the prototype may be replaced.
const addStand = stands.add.bind(stands);
const isStand = stands.has.bind(stands);

/**
 * Replaces `owner[name]`, if there is such a function, and locks the property: neither an assignment
 * nor a new definition restores the original.
 */
export function interceptMethod(owner: object, name: string, method: Method): void {
  const original: unknown = get(owner, name);
  if (typeof original !== 'function' || getOwnPropertyDescriptor(owner, name) === undefined) return;
  lock(owner, name, standFor(original, method));
}

/** Does the same for `new owner[name](…)`, also by way of the prototype. */
export function interceptConstructor(owner: object, name: string, build: Constructor): void {
  const original: unknown = get(owner, name);
  if (typeof original !== 'function') return;
  const construction = bare({
    construct: (target: Function, given: unknown[], newTarget: Function) =>
      build(() => {
        const made: object = construct(target, given, newTarget);
        return made;
      }, given),
  });
  const stand = new ProxyOf(original, construction);
  lock(owner, name, stand);
  const prototype: unknown = original.prototype;
  if (typeof prototype === 'object' && prototype !== null) lock(prototype, 'constructor', stand);
}

/**
 * Replaces a getter.
 * @param read receives the original's value and returns the answer
 */
export function interceptGetter(
  owner: object,
  name: string,
  read: (value: unknown, receiver: unknown) => unknown,
): void {
  const present = getOwnPropertyDescriptor(owner, name);
  if (present?.get === undefined) return;
  const stand = standFor(present.get, (call, _given, receiver) => read(call(), receiver));
  replaceAccessor(owner, name, { ...present, get: stand });
}

/** Replaces a setter by `set`, which runs the original with `call`. */
export function interceptSetter(owner: object, name: string, set: (call: Call) => void): void {
  const present = getOwnPropertyDescriptor(owner, name);
  if (present?.set === undefined) return;
  replaceAccessor(owner, name, { ...present, set: standFor(present.set, set) });
}

/** Tells whether the method is patched, or does not exist. */
export function isIntercepted(owner: object, name: string): boolean {
  const present: unknown = getOwnPropertyDescriptor(owner, name)?.value;
  return typeof present !== 'function' || isStand(present);
}

function standFor<Original extends Function>(original: Original, method: Method): Original {
  const handler = bare({
    apply: (_target: Original, receiver: unknown, given: unknown[]) =>
      method(() => apply(original, receiver, given), given, receiver),
  });
  const stand = new ProxyOf(original, handler);
  addStand(stand);
  return stand;
}

function replaceAccessor(owner: object, name: string, changed: PropertyDescriptor): void {
  defineProperty(owner, name, bare({ ...changed, configurable: false }));
}

function lock(owner: object, name: string, value: unknown): void {
  const locked = { value, configurable: false, writable: false, enumerable: true };
  // False means that another script locked it before: nothing can be done then.
  defineProperty(owner, name, bare(locked));
}
