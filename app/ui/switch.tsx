import { Link } from './link';

interface Option {
  readonly to: string;
  readonly label: string;
  readonly chosen: boolean;
}

/** A few views of the same, one of which is chosen. */
export function Switch({ options }: { options: readonly Option[] }) {
  return (
    <span className="switch">
      {options.map(({ to, label, chosen }) => (
        <Link key={label} to={to} aria-current={chosen ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </span>
  );
}
