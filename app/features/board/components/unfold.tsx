/**
 * Unfolds the rest of a note on a phone. Its own text is elsewhere in the `group`: whether it is
 * open is all that counts.
 */
export function Unfold({ label }: { label: string }) {
  return (
    <details className="-my-2 lg:hidden">
      <summary className="flex min-h-target items-center text-green underline">
        <span className="group-has-[[open]]:hidden">{label}</span>
        <span className="hidden group-has-[[open]]:inline">Weniger</span>
      </summary>
    </details>
  );
}
