import { archived } from '~/features/members/wording';
import { quietUntil } from '~/features/outbox/queries/ways.server';
import type { Actor } from '~/kernel/actor';
import type { Budget } from '~/kernel/limits.server';
import { operation } from '~/kernel/operation.server';
import { conflict, forbidden, invalid, later, notFound, waitInWords } from '~/kernel/problem';
import type { Services, Spending } from '~/kernel/services.server';
import { isBrokenUp } from '~/mail/names';
import { whenOf } from '~/times';
import { ANSWER_GROUPS, type AnswerGroup, type Audience } from '../fields';
import * as policy from '../policy';
import {
  type Addressed,
  insertMessage,
  isSentAlready,
  reachOfEach,
  reachOfMessage,
  type Target,
  targetInScope,
} from '../queries.server';
import * as schema from '../schema';
import * as wording from '../wording';

/** Writing a message to many (N11): the form, the preview, and sending. */

export const readNewMessage = operation({
  summary: 'Read the form for a message to many, and whether one can be sent today',
  input: schema.writingTarget,
  subject: targetInScope,
  may: policy.write,
  async read({ db, actor, input, services, subject }) {
    refuseIfOff(services);
    const [{ spent }, reach] = await Promise.all([
      services.limits.remaining(db, budgets(actor, subject)),
      reachOfEach(db, addressOf(actor, subject), audiencesOf(subject)),
    ]);
    return {
      ...targetOf(subject),
      audiences: audiencesOf(subject).map(([name]) => ({ name, ...(reach.get(name) ?? NOBODY) })),
      meantFor: meantFor(input.to, subject).filter((group) => reach.get(group)?.reached),
      sender: senderOf(actor),
      spent,
    };
  },
});

const NOBODY = { reached: 0, unreached: 0, own: false };

/** The audiences that the form offers. */
function audiencesOf({ event, group }: Target): readonly Audience[] {
  if (!event) return [group ? ['group', group.name] : ['all']];
  const isLimited = event.eventType === 'LIMITED_EVENT';
  const offered = { coming: true, waiting: isLimited, open: event.takesAnswers };
  return ANSWER_GROUPS.filter((group) => offered[group]).map((group): Audience => [group]);
}

/** Members who come; for an event for groups also those who have not answered (U7). */
function meantFor(
  chosen: AnswerGroup | 'nobody' | undefined,
  { event }: Target,
): readonly AnswerGroup[] {
  if (chosen) return chosen === 'nobody' ? [] : [chosen];
  return event && event.groups.length > 0 && event.takesAnswers ? ['coming', 'open'] : ['coming'];
}

export const previewMessage = operation({
  summary: 'Preview a message to many, and whom it would reach',
  input: schema.previewedMessage,
  subject: targetInScope,
  may: policy.write,
  async read({ db, actor, input, services, subject }) {
    refuseIfOff(services);
    if (input.edit) return null;
    const addressed = addressedBy(actor, input, subject);
    const reach = await reachOfMessage(db, addressed);
    refuseIfNobody(reach);
    const { left } = await services.limits.remaining(db, budgets(actor, subject));
    const quiet = await quietUntil(db, services.config, 'message', addressed);
    const { subject: title, text, replies, to } = input;
    const asksAnswer = subject.event?.asksAnswer ?? null;
    const audience = wording.audienceInWords({ ...addressed, asksAnswer });
    const brokenUp = isBrokenUp(`${title}\n${text}`);
    return { ...reach, subject: title, text, replies, to, audience, left, quiet, brokenUp };
  },
});

export const readReach = operation({
  summary: 'Read whom a message to many would reach',
  description:
    '`to` is for an event, as in `coming,open`; left out, it is all of the `group` or the organisation. `reached` can read it, `onlyHere` of them get no mail, as they want none or theirs come back, `unreached` have no confirmed address.',
  input: schema.receivers,
  subject: targetInScope,
  may: policy.write,
  async read({ db, actor, input, services, subject }) {
    refuseIfOff(services);
    requireSame(input, subject);
    return reachOfMessage(db, addressedBy(actor, input, subject));
  },
});

export const sendMessage = operation({
  summary:
    'Send a message to many: to the members of an organisation or a group, or to some of an event',
  description:
    'To whom it is at this moment. Everybody with a confirmed address gets a mail of their own, now or with others, as ' +
    'they wish. 403: the operator has turned this off. 409: the very same was sent within the hour. 422: nobody ' +
    'would read it. 429: three a day and sender, ten an organisation.',
  input: schema.newMessage,
  once: true,
  subject: targetInScope,
  may: policy.write,
  async run({ db, actor, input, services, subject }) {
    refuseIfOff(services);
    requireSame(input, subject);
    const { subject: title, text: body, replies } = input;
    const addressed = addressedBy(actor, input, subject);
    const { reached, unreached } = await reachOfMessage(db, addressed);
    refuseIfNobody({ reached, unreached });
    const spent = await services.limits.spend(db, budgets(actor, subject));
    if (spent) throw later(429, 'Zu viele Rundmails', whyNot(spent), spent.wait);
    const written = { ...addressed, subject: title, body, replies, sender: actor.uuid };
    if (await isSentAlready(db, written)) throw conflict(wording.SENT_ALREADY);
    const { uuid, count } = await insertMessage(db, written, reached);
    const quiet = await quietUntil(db, services.config, 'message', addressed);
    return { uuid, subject: title, count, unreached, quiet };
  },
  audit: ({ output }) =>
    `Rundmail „${output.subject}“ an ${wording.personsCounted(output.count)} geschickt`,
});

/** @throws Problem 403 if the operator has turned off messages to many (N12) */
function refuseIfOff({ config }: Services): void {
  if (!config.groupMail) throw forbidden(wording.GROUP_MAIL_OFF);
}

/** Screens may be about an event of an organisation other than the active one; a write names its own. */
function requireSame({ organization }: { organization: string }, { scope }: Target): void {
  if (organization !== scope.organization) throw notFound();
}

/** What one message is counted against (N12). */
const budgets = ({ uuid }: Actor, { scope }: Target): Partial<Record<Budget, string>> => ({
  messagesOfUser: uuid,
  messagesOfOrganization: scope.organization,
});

/** Says why nothing can be sent now, and when it can be again. */
export function whyNot({ budget, wait }: Spending): string {
  const who = budget === 'messagesOfUser' ? 'haben Sie' : 'hat Ihr Verein';
  return `Heute ${who} schon so viele Rundmails geschickt, wie an einem Tag möglich sind. In ${waitInWords(wait)} geht es weiter.`;
}

export const targetOf = ({ scope, event, group }: Target) => ({
  organization: scope.organization,
  group: group && { uuid: group.uuid, name: group.name },
  event: event && {
    uuid: event.uuid,
    name: event.name,
    when: whenOf(event),
    groups: event.groups,
    asksAnswer: event.asksAnswer,
  },
});

const senderOf = ({ firstName, lastName, email }: Actor) => ({ firstName, lastName, email });

/** @throws Problem 422 at `to` if that is nobody, or an archived group */
export function addressedBy(
  actor: Actor,
  { to }: { to: readonly AnswerGroup[] },
  { scope, event, group }: Target,
): Addressed {
  const refuse = (message: string) => invalid({ to: [message] });
  const common = addressOf(actor, { scope, event, group });
  if (!event) {
    if (to.length > 0) throw refuse(wording.ONLY_WITH_EVENT);
    if (group?.archivedAt) throw refuse(archived(group.name));
    return { ...common, audience: group ? ['group', group.name] : ['all'] };
  }
  const audience = ANSWER_GROUPS.filter((group) => to.includes(group));
  if (audience.length === 0) throw refuse(wording.NO_GROUP);
  if (audience.includes('open') && !event.takesAnswers) throw refuse(wording.NO_ANSWERS);
  return { ...common, audience };
}

const addressOf = (actor: Actor, { scope, event, group }: Target) => ({
  organization: scope.organization,
  event: event?.uuid ?? null,
  group: group?.uuid ?? null,
  but: actor.uuid,
});

/** @throws Problem 422 at `to` */
function refuseIfNobody({ reached, unreached }: { reached: number; unreached: number }): void {
  if (reached > 0) return;
  throw invalid({ to: [unreached > 0 ? wording.NO_RECEIVER : wording.NOBODY_THERE] });
}
