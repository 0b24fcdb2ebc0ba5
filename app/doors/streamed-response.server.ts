/** Registered by name, like that of a whole response. */
const STREAMED = Symbol.for('vereinsheim.streamed');

/** A body that is sent piece by piece, as its client reads it. */
export interface Streamed {
  /** Fails if the rest cannot be read: the response is then cut off. */
  readonly pieces: AsyncIterable<string>;
  /** To be called once the response is over, complete or not. */
  readonly close: () => void;
}

/** A Response whose body the server sends in pieces of bounded size (docs/decisions/0017). */
export function streamedResponse(body: Streamed, init: ResponseInit): Response {
  const response = new Response(null, init);
  Object.defineProperty(response, STREAMED, { value: body });
  // For code that treats it as an ordinary Response, such as Remix when it adds a header.
  let stream: ReadableStream | undefined;
  return Object.defineProperty(response, 'body', { get: () => (stream ??= streamOf(body)) });
}

function streamOf({ pieces, close }: Streamed): ReadableStream {
  const texts = pieces[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (!done) return controller.enqueue(Buffer.from(value));
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        close();
      },
      async cancel() {
        await texts.return?.();
        close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** What `streamedResponse` was given; undefined for any other Response. */
export function streamedBody(response: Response): Streamed | undefined {
  return (response as { [STREAMED]?: Streamed })[STREAMED];
}
