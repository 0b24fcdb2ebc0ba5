import type { SubmissionResult } from '@conform-to/react';
import { dateToText } from '~/dates';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { CopyField } from '~/ui/copy-field';
import { DialogActions } from '~/ui/dialog';
import { TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { messages } from '../wording';

type InvitationLinkProps = {
  code: string;
  link: string;
  /** Its last day, 'YYYY-MM-DD'. */
  validThrough: string;
  /** The address that the club has, or ''. */
  email: string;
  /** Target of the form that mails the link. */
  mailAction: string;
  /** The refusal of that form, if any. */
  lastResult: SubmissionResult | null;
};

/** The link of a new invitation, shown only once: to copy, or to send by mail (D4). */
export function InvitationLink({
  code,
  link,
  validThrough,
  email,
  mailAction,
  lastResult,
}: InvitationLinkProps) {
  const [sending, fields] = useActionForm<{ email: string; code: string }>({
    id: 'send-invitation',
    lastResult,
    defaultValue: { email },
  });
  return (
    <>
      <Banner tone="warning" title="Der Link kann nur einmal angezeigt werden." alert>
        <p>Kopieren Sie ihn jetzt, oder schicken Sie ihn per E-Mail.</p>
      </Banner>
      <CopyField label="Einladungslink" value={link} />
      <p>Der Link gilt bis {dateToText(validThrough)}.</p>
      <ActionForm
        form={sending}
        action={mailAction}
        failure={messages.invitationSendFailed}
        labels={{ email: 'E-Mail' }}
      >
        <input type="hidden" name={fields.code.name} value={code} />
        <TextField
          field={fields.email}
          label="E-Mail"
          hint="An diese Adresse geht der Link. In der E-Mail steht, dass Sie sie verschickt haben, mit Ihrer eigenen Adresse."
          type="email"
          autoComplete="off"
        />
        <DialogActions cancel="Fertig">
          <Button variant="primary">Per E-Mail senden</Button>
        </DialogActions>
      </ActionForm>
    </>
  );
}
