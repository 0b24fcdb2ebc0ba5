import { IconMail, IconPhone } from '~/ui/icons';

/** What a telephone dials: '+49 (0)621 / 47' without the slash, and without '(0)' after the country. */
const telHref = (number: string) =>
  `tel:${number.replace(/^(\s*(?:\+|00)[\d\s]*)\(0\)/, '$1').replace(/(?!^)\+|[^\d+]/g, '')}`;

const mailHref = (address: string) => `mailto:${encodeURIComponent(address)}`.replace('%40', '@');

/** Two icons in a row of the list. @param of the name, for screen readers */
export function ReachLinks({ tel, mail, of }: { tel?: string; mail?: string; of: string }) {
  if (!tel && !mail) return null;
  return (
    <span className="reach">
      {tel && (
        <a href={telHref(tel)} aria-label={`Anrufen: ${of}`}>
          <IconPhone />
        </a>
      )}
      {mail && (
        <a href={mailHref(mail)} aria-label={`E-Mail: ${of}`}>
          <IconMail />
        </a>
      )}
    </span>
  );
}

const ROW =
  'flex min-h-target items-center gap-3 border-t border-line py-2.5 font-semibold wrap-anywhere ' +
  'no-underline';

/** The numbers and the address in the sheet, as text, in rows of full width. */
export function ReachRows({
  numbers,
  mail,
}: {
  numbers: readonly (string | undefined)[];
  mail?: string;
}) {
  return (
    <div className="empty:hidden">
      {numbers.map(
        (number) =>
          number && (
            <a key={number} className={ROW} href={telHref(number)}>
              <IconPhone />
              <span>{number}</span>
            </a>
          ),
      )}
      {mail && (
        <a className={ROW} href={mailHref(mail)}>
          <IconMail />
          <span>{mail}</span>
        </a>
      )}
    </div>
  );
}
