import { bare } from '../natives.ts';

/** Runs the original with what was given. */
type Call = () => unknown;
/** Stands in for a method; `receiver` is its `this`. */
type Method = (call: Call, given: readonly unknown[], receiver: unknown) => unknown;
type Constructor = (call: () => object, given: readonly unknown[]) => object;

// Taken before a script can change them.
const { apply, construct, defineProperty, get, getOwnPropertyDescriptor } = Reflect;
const { Proxy: ProxyOf } = window;
const stands = new WeakSet<object>();
// By ways of their own: those of the prototype may be replaced.
const addStand = stands.add.bind(stands);
const isStand = stands.has.bind(stands);

/**
 * Puts `method` in the place of `owner[name]`, if there is such a function, and locks the place:
 * neither an assignment nor a new definition puts the original back.
 */
export function interceptMethod(owner: object, name: string, method: Method): void {
  const original: unknown = get(owner, name);
  if (typeof original !== 'function' || getOwnPropertyDescriptor(owner, name) === undefined) return;
  lock(owner, name, standFor(original, method));
}

/** The same for `new owner[name](…)`, and for the way to it over the prototype. */
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
 * Puts `read` between a getter and its readers.
 * @param read gets the value that the original getter answers, and says what is answered
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

/** Puts `set` between a setter and its callers; it runs the original by `call`. */
export function interceptSetter(owner: object, name: string, set: (call: Call) => void): void {
  const present = getOwnPropertyDescriptor(owner, name);
  if (present?.set === undefined) return;
  replaceAccessor(owner, name, { ...present, set: standFor(present.set, set) });
}

/** Whether the method is one of ours, or there is none. */
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
  // Browsers answer false where another script has locked it before: then nothing can be done.
  defineProperty(owner, name, bare(locked));
}
