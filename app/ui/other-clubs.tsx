import { Link } from './link';

/** Links to the same in the user's other clubs; nothing without any. */
export function OtherClubs({ clubs }: { clubs: readonly { name: string; to: string }[] }) {
  if (clubs.length === 0) return null;
  return (
    <nav className="flex flex-wrap gap-x-4 gap-y-1" aria-label="Andere Vereine">
      <span className="text-muted">Für einen anderen Verein:</span>{' '}
      {clubs.map(({ name, to }) => (
        <Link key={to} className="wrap-anywhere" to={to}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
