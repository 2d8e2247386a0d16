declare global {
  interface Window {
    // Not known to TypeScript's types of browsers; what it makes is taken where a text would be.
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { readonly createScriptURL: (address: string) => string | null },
      ): void;
    };
  }
}

const ownScript = /^\/(?:sw|assets\/[\w-]+)\.js$/;

/**
 * Lets the page start the workers of this build and no other script: the policy of the page refuses
 * every address that is only a text.
 */
export function trustOwnScripts(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { origin, pathname } = new URL(address, window.location.origin);
      return origin === window.location.origin && ownScript.test(pathname) ? address : null;
    },
  });
}
