import { messages as absences } from '~/features/absences/wording';
import { messages as accounts } from '~/features/accounts/wording';
import { messages as answers } from '~/features/answers/wording';
import { messages as calendars } from '~/features/calendars/wording';
import { messages as erasure } from '~/features/erasure/wording';
import { messages as events } from '~/features/events/wording';
import { messages as exported } from '~/features/exports/wording';
import { messages as factors } from '~/features/factors/wording';
import { messages as groups } from '~/features/groups/wording';
import { messages as imports } from '~/features/imports/wording';
import { messages as invitations } from '~/features/invitations/wording';
import { messages as leaving } from '~/features/leaving/wording';
import { messages as members } from '~/features/members/wording';
import { messages as merging } from '~/features/merging/wording';
import { messages as sent } from '~/features/messages/wording';
import { messages as notifications } from '~/features/notifications/wording';
import { messages as organizations } from '~/features/organizations/wording';
import { messages as permissions } from '~/features/permissions/wording';
import { messages as polls } from '~/features/polls/wording';
import { messages as reports } from '~/features/reports/wording';
import { messages as series } from '~/features/series/wording';
import { messages as shell } from '~/features/shell/wording';

/** The notifications of all features. Their keys are unique across features. */
export const messages = {
  ...accounts,
  ...shell,
  ...organizations,
  ...permissions,
  ...leaving,
  ...erasure,
  ...invitations,
  ...events,
  ...answers,
  ...members,
  ...merging,
  ...groups,
  ...imports,
  ...exported,
  ...polls,
  ...absences,
  ...series,
  ...calendars,
  ...factors,
  ...notifications,
  ...sent,
  ...reports,
};
