/** A catalogue, compiled when the app is built. */
declare module '*.po' {
  export const texts: import('./texts.ts').Texts;
}
