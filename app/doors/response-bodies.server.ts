/**
 * Responses that carry their bodies for the bridge to send: whole, without turning them into a stream
 * only to read it again, or in pieces of bounded size (docs/decisions/0017, 0028). Registered by
 * name: the build of the screens and the server's bundle each have a copy of this.
 */
const WHOLE = Symbol.for('vereinsheim.whole');
const STREAMED = Symbol.for('vereinsheim.streamed');

type Whole = string | Uint8Array<ArrayBuffer>;

/** A body that is sent piece by piece, as its client reads it. */
export interface Streamed {
  /** Fails if the rest cannot be read: the response is then cut off. */
  readonly pieces: AsyncIterable<string>;
  /** To be called once the response is over, complete or not. */
  readonly close: () => void;
}

interface Carried {
  readonly [WHOLE]?: Whole;
  readonly [STREAMED]?: Streamed;
}

/** A Response whose body is already complete. */
export function wholeResponse(body: Whole, init: ResponseInit): Response {
  return carrying({ [WHOLE]: body }, init, () => new Response(body).body);
}

/** A Response whose body is sent in pieces. */
export function streamedResponse(body: Streamed, init: ResponseInit): Response {
  return carrying({ [STREAMED]: body }, init, () => streamOf(body));
}

/** The body that `wholeResponse` was given; undefined for any other Response. */
export const wholeBody = (response: Response) => (response as Carried)[WHOLE];

/** The body that `streamedResponse` was given; undefined for any other Response. */
export const streamedBody = (response: Response) => (response as Carried)[STREAMED];

/**
 * @param open makes the stream for code that treats it as an ordinary Response, such as Remix when it
 *   adds a header. Otherwise Remix only looks whether there is a `body`
 */
function carrying(body: Carried, init: ResponseInit, open: () => ReadableStream | null): Response {
  let stream: ReadableStream | null | undefined;
  const response = Object.assign(new Response(null, init), body);
  return Object.defineProperty(response, 'body', { get: () => (stream ??= open()) });
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
