/**
 * A date in words whose parts no line divides, unless it is shorter than one of them.
 * @param children 'Samstag, 13. März 2027, 18:00 bis 20:00 Uhr'
 */
export function DateText({ children }: { children: string }) {
  return children.split(/(?<=,) /).map((part, at) => [
    at > 0 && ' ',
    <span key={part} className="inline-block">
      {part}
    </span>,
  ]);
}
