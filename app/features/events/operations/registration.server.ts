import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import { operation } from '~/kernel/operation.server';
import * as policy from '../policy';
import { registeredEvents } from '../queries.server';

export const listRegisteredEvents = operation({
  summary: 'List the events of an organisation that the current user is registered for',
  input: organizationId,
  subject: scopeInOrganization,
  may: policy.read,
  read: ({ db, subject }) => registeredEvents(db, subject.scope),
});
