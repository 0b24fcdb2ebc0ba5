import { z } from 'zod';
import type { Describes } from '~/doors/wire';
import { id } from '~/kernel/fields';
import { COMING_VISIBLE } from './fields';
import type { Organization } from './queries.server';
import { type OrganizationFields, organizationData } from './schema';

export const organization = z
  .object({
    uuid: z.guid(),
    name: z.string(),
    motd: z.string(),
    timeZone: z.string().meta({ examples: ['Europe/Berlin'] }),
    comingVisible: z.enum(COMING_VISIBLE).meta({ id: 'ComingVisible' }),
  } satisfies Describes<OrganizationFields>)
  .meta({ id: 'Organization' });

/** One organisation in a response; its version is in the ETag. */
export function organizationToWire({
  version: _inTheTag,
  ...stored
}: Organization & { version?: number }): z.input<typeof organization> {
  return stored;
}

export const organizations = z.array(organization);

/** The body of PUT /organization, which calls the organisation's id `uuid`. */
export const organizationBody = organizationData.omit({ organization: true }).extend({ uuid: id });

export const organizationSpelling = { organization: ['uuid'] };
