/**
 * Registered by name: the build of the screens and the server's bundle each have a copy of this.
 */
const WHOLE = Symbol.for('vereinsheim.whole');

/**
 * A Response whose body is already complete. The server sends it in one piece, without turning it
 * into a stream only to read it again.
 */
export function wholeResponse(
  body: string | Uint8Array<ArrayBuffer>,
  init: ResponseInit,
): Response {
  const response = new Response(null, init);
  Object.defineProperty(response, WHOLE, { value: body });
  // For code that treats it as an ordinary Response, such as Remix when it adds a header.
  let stream: ReadableStream | undefined;
  return Object.defineProperty(response, 'body', { get: () => (stream ??= streamOf(body)) });
}

/** Encoded lazily: Remix looks at `body` only to see whether it is a Response. */
function streamOf(body: string | Uint8Array<ArrayBuffer>): ReadableStream {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(Buffer.from(body));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The body that `wholeResponse` was given; undefined for any other Response. */
export function wholeBody(response: Response): string | Uint8Array | undefined {
  return (response as { [WHOLE]?: string | Uint8Array })[WHOLE];
}
