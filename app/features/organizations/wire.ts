import { z } from 'zod';
import type { Describes } from '~/doors/wire';
import { id } from '~/kernel/fields';
import { COMING_VISIBLE } from './fields';
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

export const organizations = z.array(organization);

/** The body of PUT /organization, which calls the organisation's id `uuid`. */
export const organizationBody = organizationData.omit({ organization: true }).extend({ uuid: id });

export const organizationSpelling = { organization: ['uuid'] };
