import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import { feedsPath, newFeedPath } from '~/paths/calendars';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { RadioGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { QuestionChoice } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { FeedAddress } from '../components/feed-address';
import { createFeed, readFeedForm } from '../operations/feeds.server';
import { FEED_SCOPES, type newFeed } from '../schema';
import { ALL_ORGANIZATIONS, messages, scopeTexts } from '../wording';

export const meta = titled('Neues Kalender-Abo');
export const loader = page(readFeedForm);

/** The response itself shows the address: it is not stored, so no later page could. */
export const action = form(createFeed, { failure: messages.feedCreateFailed, next: 'show' });

/** Creates a feed and shows its address once (M1). */
export default function NewFeedDialog() {
  const created = useActionData<typeof action>()?.output;
  if (!created) {
    return (
      <RouteDialog title="Neues Kalender-Abo" closeTo={feedsPath}>
        <NewFeedForm />
      </RouteDialog>
    );
  }
  return (
    <RouteDialog title="Kalender-Abo" subject={created.label} closeTo={feedsPath}>
      {created.shown ? <FeedAddress {...created.shown} /> : <ShownBefore />}
      <DialogActions cancel="Fertig">
        {!created.shown && (
          <ButtonLink to={newFeedPath} dialog>
            Neues Abo
          </ButtonLink>
        )}
      </DialogActions>
    </RouteDialog>
  );
}

const id = 'new-feed';
const labels = { label: 'Gerät', club: 'Verein', scope: 'Inhalt' };

function NewFeedForm() {
  const organizations = useLoaderData<typeof loader>();
  const [creating, fields] = useActionForm<z.input<typeof newFeed>>({
    id,
    defaultValue: { scope: 'mine' },
  });
  const choices = organizations.map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <ActionForm form={creating} labels={labels}>
      <TextField
        field={fields.label}
        label={labels.label}
        hint="Damit Sie es wiedererkennen. Sonst heißt es wie dieses Gerät."
        required={false}
        autoComplete="off"
        maxLength={100}
      />
      {choices.length > 1 && (
        <QuestionChoice
          form={id}
          name="club"
          label={labels.club}
          defaultValue=""
          options={[{ value: '', label: ALL_ORGANIZATIONS }, ...choices]}
        />
      )}
      <RadioGroup
        field={fields.scope}
        label={labels.scope}
        options={FEED_SCOPES.map((value) => ({ value, ...scopeTexts[value] }))}
      />
      <DialogActions>
        <Button variant="primary">Abo anlegen</Button>
      </DialogActions>
    </ActionForm>
  );
}

/** After a reload, or from the browser's history. */
function ShownBefore() {
  return (
    <Banner tone="warning" title="Die Adresse wurde schon angezeigt." alert>
      <p>
        Wenn Sie das Abo eingerichtet haben, funktioniert es. Wenn nicht, löschen Sie es und legen
        ein neues an.
      </p>
    </Banner>
  );
}
