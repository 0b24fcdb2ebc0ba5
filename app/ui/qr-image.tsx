type QrImageProps = {
  /** Modules of a side, with the margin. */
  size: number;
  /** The dark modules, for the `d` of a path (app/kernel/qr.server.ts). */
  path: string;
  /** What it says, for people who do not see it. */
  label: string;
  /** What to do with it. */
  children: string;
};

/** A QR code that the server drew. Dark on white in the dark, too: not every camera reads the reverse. */
export function QrImage({ size, path, label, children }: QrImageProps) {
  return (
    <figure className="grid justify-items-center gap-2">
      <svg
        role="img"
        aria-label={label}
        width="208"
        height="208"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <figcaption className="text-center text-md text-muted">{children}</figcaption>
    </figure>
  );
}
