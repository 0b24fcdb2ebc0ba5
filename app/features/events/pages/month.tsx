import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { monthToText } from '~/dates';
import { chosen, rememberedWhose } from '~/doors/choice.server';
import { page } from '~/doors/page.server';
import { useScope } from '~/frame/context';
import { activeErrorScreen } from '~/frame/error-screen';
import { monthPath, newEventPath } from '~/paths/events';
import { ButtonLink } from '~/ui/button';
import { IconChevronLeft, IconChevronRight, IconPlus } from '~/ui/icons';
import { PageHeader } from '~/ui/page-header';
import { titled } from '~/ui/title';
import { MonthTable, TODAY } from '../components/month-table';
import { ViewSwitch } from '../components/view-switch';
import { monthOf } from '../month-rows.server';
import { readMonth } from '../operations/month.server';
import * as policy from '../policy';
import { CREATE_EVENT, messages } from '../wording';

/** 'März 2027' */
const inWords = (month: string) => `${monthToText(month)} ${month.slice(0, 4)}`;

export const meta = titled<{ month: string }>((shown) =>
  shown ? `Veranstaltungen im ${inWords(shown.month)}` : 'Veranstaltungen',
);

const read = page(readMonth, { remembered: rememberedWhose });

export async function loader(args: LoaderFunctionArgs) {
  return data(monthOf(await read(args)), { headers: await chosen(args, 'month') });
}

/** The events of the organisation by month (M7). */
export default function EventMonth() {
  const { whose, previous, next, ...shown } = useLoaderData<typeof loader>();
  const { month, days } = shown;
  const create = policy.create({ scope: useScope() }) && (
    <ButtonLink variant="primary" to={newEventPath('')}>
      <IconPlus />
      {CREATE_EVENT}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={inWords(month)} actions={create} />
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ViewSwitch shown="month" whose={whose} />
        <nav
          className="-mx-3 flex flex-wrap items-center justify-between gap-1 max-sm:basis-full max-sm:flex-auto"
          aria-label="Monate"
        >
          {previous ? (
            <ButtonLink to={monthPath(previous)} rel="prev" variant="quiet">
              <IconChevronLeft />
              <OtherMonth month={previous} />
            </ButtonLink>
          ) : (
            <span />
          )}
          <ButtonLink to={`${monthPath()}#${TODAY}`} variant="quiet">
            Heute
          </ButtonLink>
          {next && (
            <ButtonLink to={monthPath(next)} rel="next" variant="quiet">
              <OtherMonth month={next} />
              <IconChevronRight />
            </ButtonLink>
          )}
        </nav>
      </div>
      {!days.some(({ day }) => day.startsWith(month)) && (
        <p className="text-muted">
          In diesem Monat steht {whose === 'mine' ? 'für Sie nichts' : 'nichts'} an.
        </p>
      )}
      <MonthTable {...shown} />
    </>
  );
}

/** The year is only for screen readers; the rest is visible. */
function OtherMonth({ month }: { month: string }) {
  return (
    <span>
      {monthToText(month)}
      <span className="visually-hidden"> {month.slice(0, 4)}</span>
    </span>
  );
}

export const ErrorBoundary = activeErrorScreen(messages.eventsLoadFailed);
