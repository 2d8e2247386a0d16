// For TVs of 2021, whose browser is Chromium 79: features that the pages use and such a browser
// lacks. Runs before anything else. Fetched by every page: trusted types forbid inserting a script
// where it is needed. A spec proves that the list is complete.
(() => {
  function add(holder, name, value) {
    if (!holder || name in holder) return;
    Object.defineProperty(holder, name, { value: value, writable: true, configurable: true });
  }
  function at(index) {
    var place = Math.trunc(index) || 0;
    return this[place < 0 ? this.length + place : place];
  }
  var lists = [Array.prototype, Object.getPrototypeOf(Int8Array.prototype)];
  lists.forEach((list) => {
    add(list, 'at', at);
    add(list, 'findLastIndex', function (test, self) {
      for (let index = this.length - 1; index >= 0; index -= 1) {
        if (test.call(self, this[index], index, this)) return index;
      }
      return -1;
    });
    add(list, 'findLast', function (test, self) {
      return this[this.findLastIndex(test, self)];
    });
    add(list, 'toSorted', function (compare) {
      return this.slice().sort(compare);
    });
    add(list, 'toReversed', function () {
      return this.slice().reverse();
    });
  });
  add(Array.prototype, 'toSpliced', function () {
    var copy = this.slice();
    copy.splice.apply(copy, arguments);
    return copy;
  });
  add(Array.prototype, 'with', function (index, value) {
    var copy = this.slice();
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  });
  add(String.prototype, 'at', function (index) {
    return at.call(String(this), index);
  });
  add(String.prototype, 'replaceAll', function (what, by) {
    if (what instanceof RegExp) return this.replace(what, by);
    var literal = String(what).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return this.replace(new RegExp(literal, 'g'), by);
  });
  add(
    Object,
    'hasOwn',
    (holder, name) => Object.getOwnPropertyDescriptor(holder, name) !== undefined,
  );
  add(Promise, 'withResolvers', () => {
    var made = {};
    made.promise = new Promise((resolve, reject) => {
      made.resolve = resolve;
      made.reject = reject;
    });
    return made;
  });
  add(URL, 'canParse', (text, base) => {
    try {
      return Boolean(new URL(text, base));
    } catch {
      return false;
    }
  });
  // RFC 9562, section 5.4.
  add(window.crypto, 'randomUUID', () => {
    var bytes = window.crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    var hex = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  });
  [Element.prototype, Document.prototype, DocumentFragment.prototype].forEach((node) => {
    add(node, 'replaceChildren', function () {
      while (this.lastChild) this.removeChild(this.lastChild);
      this.append.apply(this, arguments);
    });
  });
  add(window.AbortSignal, 'timeout', (ms) => {
    var controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, ms);
    return controller.signal;
  });
  add(Intl, 'DisplayNames', function () {
    this.of = String;
  });
  // `gap` in flexible boxes can't be asked for; `appearance` can, and came with it (Chromium 84).
  if (!CSS.supports('appearance', 'none')) document.documentElement.dataset.noFlexGap = '';
})();
