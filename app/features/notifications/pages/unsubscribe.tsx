import { useActionData, useLoaderData } from '@remix-run/react';
import { linkPage, oneClick } from '~/doors/mail-link.server';
import { loginPath } from '~/paths/accounts';
import { settingsPath } from '~/paths/notifications';
import { Banner } from '~/ui/banner';
import { ButtonRow } from '~/ui/button';
import { ChoiceButton } from '~/ui/choice-button';
import { DeadLink } from '~/ui/dead-link';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { endMailsByLink, readMailsByLink } from '../operations/unsubscription.server';
import { ENDINGS } from '../schema';
import { endingViewOf } from '../view';

export const meta = titled('E-Mails abbestellen');

/** Only asks, as scanners open every link in a mail and would unsubscribe people (N10). */
export const loader = linkPage(readMailsByLink, endingViewOf);

/** A mail program's own button does the same as the screen's (RFC 8058). */
export const action = oneClick(endMailsByLink, (fields) => {
  const [mute, unmute] = [fields.get('mute'), fields.get('unmute')];
  return {
    way: ENDINGS.find((each) => each === fields.get('way')) ?? 'off',
    ...(mute && { mute: String(mute) }),
    ...(unmute && { unmute: String(unmute) }),
  };
});

/** Ends mails of one kind, without a log-in. */
export default function Unsubscribe() {
  const { shown } = useLoaderData<typeof loader>();
  const response = useActionData<typeof action>();
  if (!shown) return <DeadLink login={loginPath} />;
  const { organization, club, title, text, groups, done, buttons } = shown;
  return (
    <>
      {response?.given?.way === 'undo' && !done && (
        <Banner tone="success" title="Rückgängig gemacht: Alles ist wieder wie vorher." alert />
      )}
      <div>
        <p className="text-muted wrap-anywhere">{club}</p>
        <PageHeader title={title} />
      </div>
      {response?.refusal && <Banner tone="danger" title={response.refusal} alert />}
      {done ? <Banner tone="success" title={text} alert={response !== undefined} /> : <p>{text}</p>}
      {buttons.length > 0 && (
        <ButtonRow>
          {buttons.map(({ label, does }) => (
            <ChoiceButton key={does} name="way" value={does} main={does === 'off'}>
              {label}
            </ChoiceButton>
          ))}
        </ButtonRow>
      )}
      {groups.map(({ group, says, label, does }) => (
        <section key={group} className="grid grid-cols-1 gap-3">
          <p className="wrap-anywhere">{says}</p>
          <ButtonRow>
            <ChoiceButton name={does} value={group} main={false}>
              {label}
            </ChoiceButton>
          </ButtonRow>
        </section>
      ))}
      <p>
        <a href={settingsPath(organization)}>Alle Einstellungen</a> stehen in Ihrem Konto.
      </p>
    </>
  );
}
