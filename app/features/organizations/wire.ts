import { z } from 'zod';
import { id } from '~/kernel/fields';
import { organizationData } from './schema';

/** An organisation in the API. */
export const organization = z
  .object({ uuid: z.guid(), name: z.string(), motd: z.string() })
  .meta({ id: 'Organization' });

/** One organisation in a response; its version is in the ETag. */
export function organizationToWire({ uuid, name, motd }: z.output<typeof organization>) {
  return { uuid, name, motd };
}

export const organizations = z.array(organization);

/** The body of PUT /organization, which calls the organisation's id `uuid`. */
export const organizationBody = organizationData.omit({ organization: true }).extend({ uuid: id });

export const organizationSpelling = { organization: ['uuid'] };
