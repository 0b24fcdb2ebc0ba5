/**
 * Shared by name: the build of the screens and the bundle of the server each have their own copy of
 * this file.
 */
const WHOLE = Symbol.for('vereinsheim.whole');

/**
 * An answer whose body is there already. The server sends it as it is, in one piece; a Response of
 * its own would make a stream of it first, to be read again at once.
 */
export function wholeAnswer(body: string | Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const answer = new Response(null, init);
  Object.defineProperty(answer, WHOLE, { value: body });
  // For whoever looks at it as at any other, such as Remix when it puts a header on.
  return Object.defineProperty(answer, 'body', { get: () => new Response(body).body });
}

/** What `wholeAnswer` was given; undefined for any other answer. */
export function wholeBody(answer: Response): string | Uint8Array | undefined {
  return (answer as { [WHOLE]?: string | Uint8Array })[WHOLE];
}
