// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { interceptConstructor, interceptGetter, interceptMethod } from './intercept.ts';

class Camera {
  shots = 0;
  get film() {
    return `film of ${this.shots}`;
  }
  shoot(times: number) {
    this.shots += times;
    return this.shots;
  }
}

function freshCamera() {
  return class extends Camera {
    override shoot(times: number) {
      return super.shoot(times);
    }
    override get film() {
      return super.film;
    }
  };
}

test('a method is led through us, with its receiver, arguments, name and length', () => {
  const Kind = freshCamera();
  const seen: unknown[] = [];
  interceptMethod(Kind.prototype, 'shoot', (call, given, receiver) => {
    seen.push(given, receiver);
    return call();
  });
  const camera = new Kind();
  expect(camera.shoot(2)).toBe(2);
  expect(seen).toEqual([[2], camera]);
  expect([camera.shoot.name, camera.shoot.length]).toEqual(['shoot', 1]);
});

test('nothing puts the original back', () => {
  const Kind = freshCamera();
  const original = Reflect.get(Kind.prototype, 'shoot');
  interceptMethod(Kind.prototype, 'shoot', () => 'refused');
  expect(Reflect.set(Kind.prototype, 'shoot', original)).toBe(false);
  expect(Reflect.deleteProperty(Kind.prototype, 'shoot')).toBe(false);
  expect(Reflect.defineProperty(Kind.prototype, 'shoot', { value: original })).toBe(false);
  // An assignment to the instance finds the locked place of the prototype.
  expect(Reflect.set(new Kind(), 'shoot', original)).toBe(false);
  expect(new Kind().shoot(1)).toBe('refused');
});

test('a constructor is led through us, also by way of its prototype', () => {
  const realm = { Kind: freshCamera() };
  const { prototype } = realm.Kind;
  interceptConstructor(realm, 'Kind', () => {
    throw new RangeError('refused');
  });
  expect(() => new realm.Kind()).toThrow('refused');
  expect(() => Reflect.construct(Object(prototype).constructor, [])).toThrow('refused');
});

test('a getter reports each read with its object, and returns the given value', () => {
  const Kind = freshCamera();
  const read: unknown[] = [];
  interceptGetter(Kind.prototype, 'film', (value, receiver) => {
    read.push(value, receiver);
    return 'another';
  });
  const camera = new Kind();
  expect(camera.film).toBe('another');
  expect(read).toEqual(['film of 0', camera]);
});

test('missing functions are skipped', () => {
  const owner = {};
  interceptMethod(owner, 'shoot', () => null);
  interceptConstructor(owner, 'Kind', () => ({}));
  interceptGetter(owner, 'film', () => undefined);
  expect(Reflect.ownKeys(owner)).toEqual([]);
});
