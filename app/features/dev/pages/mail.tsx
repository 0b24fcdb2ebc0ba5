import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readOutbox } from '~/mail/transport.server';
import { GERMANY, instantToText } from '~/times';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';

export const meta = titled('Postausgang');

/** The outbox of the demo and development; not served elsewhere. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { config } = context.services;
  if (!config.demo || config.smtpUrl) throw new Response(null, { status: 404 });
  const mails = await readOutbox(config);
  return mails.slice(0, 50).map(({ id, to, sender = config.appName, subject, text, sentAt }) => ({
    id,
    to,
    sender,
    subject,
    text,
    sent: instantToText(new Date(sentAt), GERMANY),
  }));
}

export default function OutboxPage() {
  const mails = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Postausgang der Demo" />
      {mails.length === 0 && <EmptyState title="Noch keine E-Mails." />}
      {mails.map((mail) => (
        <section key={mail.id} className="grid gap-3 border-t border-line pt-5">
          <h2>{mail.subject}</h2>
          <p className="text-sm wrap-anywhere text-muted">
            Von {mail.sender} an {mail.to}, {mail.sent}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{linked(mail.text)}</p>
        </section>
      ))}
    </>
  );
}

function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place.
      <a key={at} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
