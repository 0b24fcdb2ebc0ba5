import { z } from 'zod';
import { id } from '~/kernel/fields';
import { organizationData } from './schema';

/** An organisation in the API. */
export const organizationOnTheWire = z
  .object({ uuid: z.guid(), name: z.string(), motd: z.string() })
  .meta({ id: 'Organization' });

/** One organisation in a response; its version is in the ETag. */
export function organizationToWire({ uuid, name, motd }: z.output<typeof organizationOnTheWire>) {
  return { uuid, name, motd };
}

export const organizationsOnTheWire = z.array(organizationOnTheWire);

/** The body of PUT /organization, which calls the organisation's id `uuid`. */
export const organizationInBody = organizationData
  .omit({ organization: true })
  .extend({ uuid: id });

export const organizationSpelling = { organization: ['uuid'] };
