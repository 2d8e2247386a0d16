/** Runs the original with what was given. */
type Call = () => unknown;
/** Stands in for a method; `receiver` is its `this`. */
type Method = (call: Call, given: readonly unknown[], receiver: unknown) => unknown;
type Constructor = (call: () => object, given: readonly unknown[]) => object;

// Taken before anybody can change them.
const { apply, construct, defineProperty, get, getOwnPropertyDescriptor } = Reflect;

const stands = new WeakSet<object>();

/**
 * Puts `method` in the place of `owner[name]`, if there is such a function, and locks the place:
 * neither an assignment nor a new definition puts the original back.
 */
export function interceptMethod(owner: object, name: string, method: Method): void {
  const original: unknown = get(owner, name);
  if (typeof original !== 'function' || getOwnPropertyDescriptor(owner, name) === undefined) return;
  const stand = new Proxy(original, {
    apply: (_target, receiver: unknown, given: unknown[]) =>
      method(() => apply(original, receiver, given), given, receiver),
  });
  stands.add(stand);
  lock(owner, name, stand);
}

/** The same for `new owner[name](…)`, and for the way to it over the prototype. */
export function interceptConstructor(owner: object, name: string, build: Constructor): void {
  const original: unknown = get(owner, name);
  if (typeof original !== 'function') return;
  const stand = new Proxy(original, {
    construct: (target, given: unknown[], newTarget) =>
      build(() => {
        const made: object = construct(target, given, newTarget);
        return made;
      }, given),
  });
  lock(owner, name, stand);
  const prototype: unknown = original.prototype;
  if (typeof prototype === 'object' && prototype !== null) lock(prototype, 'constructor', stand);
}

/**
 * Puts `read` between a getter and whoever reads it.
 * @param read gets the value that the original getter answers
 */
export function interceptGetter(owner: object, name: string, read: (value: unknown) => void): void {
  const original = getOwnPropertyDescriptor(owner, name);
  const getter = original?.get;
  if (original === undefined || getter === undefined) return;
  const stand = new Proxy(getter, {
    apply(target, receiver: unknown, given: unknown[]) {
      const value: unknown = apply(target, receiver, given);
      read(value);
      return value;
    },
  });
  defineProperty(owner, name, { ...original, get: stand, configurable: false });
}

/** Whether the method is one of ours, or there is none. */
export function isIntercepted(owner: object, name: string): boolean {
  const present: unknown = getOwnPropertyDescriptor(owner, name)?.value;
  return typeof present !== 'function' || stands.has(present);
}

function lock(owner: object, name: string, value: unknown): void {
  // Browsers answer false where somebody else has locked it before: then nothing can be done.
  defineProperty(owner, name, { value, configurable: false, writable: false, enumerable: true });
}
