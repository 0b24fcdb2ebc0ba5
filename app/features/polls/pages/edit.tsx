import { Form, Outlet, useLoaderData, useLocation, useParams } from '@remix-run/react';
import { page } from '~/doors/page.server';
import { ActiveErrorScreen } from '~/frame/error-screen';
import { changePath, pollsPath, statePath } from '~/paths/polls';
import { Banner } from '~/ui/banner';
import { keepBehindDialog } from '~/ui/behind-dialog';
import { Button, ButtonLink } from '~/ui/button';
import { Stack } from '~/ui/card';
import { failing } from '~/ui/failing';
import { OrganizationField } from '~/ui/hidden-fields';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { OptionAnswers } from '../components/option-answers';
import { readPollForAdministration } from '../operations/polls.server';
import { CHANGE_POLL, messages, NO_MORE_ANSWERS, POLL_ENDED } from '../wording';

export const meta = titled('Umfrage bearbeiten');
export const loader = page(readPollForAdministration);
export const shouldRevalidate = keepBehindDialog;

/** The administration of a poll: its state and who answered what (F3). */
export default function EditPoll() {
  const { name, description, closed, options, shown } = useLoaderData<typeof loader>();
  const params = useParams();
  const { search } = useLocation();
  const total = options.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: pollsPath(params) }}
        actions={
          <>
            <ButtonLink to={changePath(params, search)} size="small" dialog>
              {CHANGE_POLL}
            </ButtonLink>
            <Form
              {...failing(closed ? messages.pollOpenFailed : messages.pollCloseFailed)}
              method="post"
              action={statePath(params, closed ? 'open' : 'close')}
              preventScrollReset
            >
              <OrganizationField />
              <Button size="small">{closed ? 'Umfrage wieder öffnen' : 'Umfrage beenden'}</Button>
            </Form>
          </>
        }
      />
      {closed && (
        <Banner tone="warning" title={POLL_ENDED}>
          {NO_MORE_ANSWERS}
        </Banner>
      )}
      <Outlet />
      {description !== '' && <p className="whitespace-pre-line">{description}</p>}
      <section aria-labelledby="options">
        <Stack>
          <h2 id="options">{total > 0 ? `Antworten (${total})` : 'Antworten'}</h2>
          <div className="grid gap-2">
            {options.map((option) => (
              <OptionAnswers
                key={option.optionUuid}
                option={option}
                total={total}
                poll={params}
                open={option.optionUuid === shown.option}
                after={option.optionUuid === shown.option ? shown.after : 0}
              />
            ))}
          </div>
        </Stack>
      </section>
    </>
  );
}

export function ErrorBoundary() {
  return <ActiveErrorScreen failed={messages.pollLoadFailed} />;
}
