import { useActionData, useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { z } from 'zod';
import { form } from '~/doors/form.server';
import { page } from '~/doors/page.server';
import type { OutputOf } from '~/kernel/operation';
import { feedsPath, newFeedPath } from '~/paths/calendars';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink, ButtonRow, buttonLook } from '~/ui/button';
import { CopyField } from '~/ui/copy-field';
import { DialogActions, RouteDialog } from '~/ui/dialog';
import { Disclosure } from '~/ui/disclosure';
import { RadioGroup, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { QrImage } from '~/ui/qr-image';
import { QuestionChoice } from '~/ui/question-field';
import { titled } from '~/ui/title';
import { createFeed, readFeedForm } from '../operations.server';
import type { newFeed } from '../schema';
import { ALL_ORGANIZATIONS, DELAY_HINT, messages, scopeTexts } from '../wording';

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
        options={Object.entries(scopeTexts).map(([value, texts]) => ({ value, ...texts }))}
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

/** The address of a new feed, shown only once, and how to get it into a calendar (M1, M8). */
function FeedAddress({ address, webcal, qr }: NonNullable<OutputOf<typeof createFeed>['shown']>) {
  // A phone's own calendar opens directly (Y8); few people keep their dates in a computer's.
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse)').matches) window.location.assign(webcal);
  }, [webcal]);
  return (
    <div className="grid grid-cols-1 gap-5">
      {/* A phone cannot scan its own screen. */}
      <div className="max-sm:hidden">
        <QrImage {...qr} label="QR-Code mit derselben Adresse">
          Fürs Handy: mit dessen Kamera ansehen.
        </QrImage>
      </div>
      <ButtonRow>
        <a
          className={`${buttonLook({ variant: 'primary' })} max-sm:w-full`}
          href={webcal}
          data-variant="primary"
        >
          Im Kalender öffnen
        </a>
      </ButtonRow>
      <div className="grid gap-2">
        <CopyField label="Adresse des Abos" value={address} wraps />
        <p className="text-md text-muted">
          Sie wird später nicht mehr angezeigt. Geben Sie sie nicht weiter: Wer sie kennt, sieht
          Ihre Termine.
        </p>
      </div>
      <Steps />
      <p className="text-md text-muted">{DELAY_HINT}</p>
    </div>
  );
}

const PROGRAMS = [
  {
    name: 'iPhone und iPad',
    steps: 'Tippen Sie auf „Im Kalender öffnen“ und dann auf „Abonnieren“.',
  },
  {
    name: 'Android mit Google Kalender',
    steps:
      'Öffnen Sie calendar.google.com im Browser, am besten am Computer. Klicken Sie neben „Weitere Kalender“ auf ' +
      '„+“, dann auf „Per URL“, und fügen Sie die Adresse ein.',
  },
  {
    name: 'Outlook',
    steps:
      'Öffnen Sie den Kalender, wählen Sie „Kalender hinzufügen“ und „Aus dem Internet abonnieren“, und fügen Sie ' +
      'die Adresse ein.',
  },
];

function Steps() {
  return (
    <Disclosure summary="So richten Sie das Abo ein">
      <dl className="grid gap-3">
        {PROGRAMS.map(({ name, steps }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
