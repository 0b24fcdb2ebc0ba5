import {
  type DefaultValue,
  type FormMetadata,
  FormProvider,
  getFormProps,
  type SubmissionResult,
  useForm,
} from '@conform-to/react';
import { Form, useActionData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Banner } from './banner';
import { ErrorSummary } from './error-summary';
import { type FailureText, failing } from './failing';
import { FORM_VERSION, NeedsSaidContext, useDialogCloseTo } from './form-context';
import { HiddenFields } from './hidden-fields';
import { useMended } from './mended';
import { type Notice, ResponseNotice } from './notices';

/** The data of an action that did not redirect. */
export type ActionFormData =
  | {
      result?: SubmissionResult;
      notice?: Notice;
      version?: number;
      restored?: boolean;
    }
  | undefined;

type ActionFormOptions<Schema extends Record<string, unknown>> = {
  id: string;
  defaultValue?: DefaultValue<Schema>;
  /** Only if the response is not for this form alone, as with two forms on a page. */
  lastResult?: SubmissionResult | null;
};

/**
 * A form whose input is only checked by the server (so no schema reaches the browser). Errors and
 * input come back through the action's data, with and without JavaScript; with it, an error
 * disappears once its field is changed.
 * @returns conform's form metadata, for ActionForm, and the fields, for the components of field.tsx
 */
export function useActionForm<Schema extends Record<string, unknown>>(
  options: ActionFormOptions<Schema>,
) {
  const actionData = useActionData() as ActionFormData;
  const lastResult = useMended(
    options.lastResult === undefined ? actionData?.result : options.lastResult,
  );
  return useForm<Schema>({ ...options, lastResult });
}

/**
 * The key of a form that is reset by a new visit. An answer is shown before its page has been
 * reloaded, which must not discard new input.
 */
export function useVisitKey(): string {
  const { key } = useLocation();
  return useActionData() ? 'answered' : key;
}

type ActionFormProps<Schema extends Record<string, unknown>> = {
  form: FormMetadata<Schema>;
  /** Field name to label; the summary on top names fields by it. */
  labels?: Partial<Record<keyof Schema & string, string>>;
  action?: string;
  /** Its action's failure message, if the action is not at the page's own address. */
  failure?: FailureText;
  /** The subject's version as loaded, so that a concurrent change is not overwritten unseen. */
  version?: number;
  /** False leaves out the summary, for a form that is a single button; 'heard' is for screen readers only. */
  summary?: boolean | 'heard';
  /** What a mostly optional form needs, said once instead of marking its optional fields. */
  needs?: string;
  /** Whether it uploads a file. */
  withFile?: boolean;
  /** For a form that leads to a file, which scripts cannot save. */
  reloadDocument?: boolean;
  children: ReactNode;
};

/**
 * The form element of a useActionForm: posts to its own route (or to `action`), shows on top which
 * fields the server refused, and moves the focus there.
 */
export function ActionForm<Schema extends Record<string, unknown>>({
  form,
  labels,
  action,
  failure,
  version,
  summary = true,
  needs,
  withFile,
  reloadDocument,
  children,
}: ActionFormProps<Schema>) {
  const routeResponse = useActionData() as ActionFormData;
  const { pathname } = useLocation();
  // The response is for the form that posts to this address, not for others on the page.
  const posted = !action || action.split('?')[0] === pathname;
  const response = posted ? routeResponse : undefined;
  // A form that is a single button has nothing to check.
  const restored = Boolean(response?.restored && labels);
  const inDialog = useDialogCloseTo() !== null;
  return (
    <FormProvider context={form.context}>
      <Form
        {...getFormProps(form)}
        {...failing(failure)}
        className="grid grid-cols-1 gap-6"
        method="post"
        action={action}
        encType={withFile ? 'multipart/form-data' : undefined}
        reloadDocument={reloadDocument}
        preventScrollReset={inDialog}
        data-restored={restored || undefined}
      >
        <HiddenFields form={form.id} />
        {version !== undefined && (
          <input type="hidden" name={FORM_VERSION} value={response?.version ?? version} />
        )}
        <ResponseNotice notice={response?.notice} />
        {restored && (
          <Banner title="Ihre Eingaben sind noch da. Bitte prüfen und abschicken." alert />
        )}
        {summary && (
          <ErrorSummary
            form={form}
            labels={labels}
            response={response}
            heard={summary === 'heard'}
          />
        )}
        {needs && <p className="text-md text-muted">{needs}</p>}
        <NeedsSaidContext.Provider value={Boolean(needs)}>{children}</NeedsSaidContext.Provider>
      </Form>
    </FormProvider>
  );
}
