import { expect, it } from 'vitest';
import type { z } from 'zod';
import { updateUser } from '~/features/accounts/operations/users.server';
import { updateEvent } from '~/features/events/operations/events.server';
import { updateMember } from '~/features/members/operations/members.server';
import { updateOrganization } from '~/features/organizations/operations.server';

/**
 * What the bodies of section 7 hold, by the operations' own names. A deliberate copy: a field that is
 * added later must not change when it is left out (X1).
 */
const uuid = '00000000-0000-4000-8000-000000000000';
const BODIES: readonly [string, { readonly input: z.ZodObject }, Record<string, unknown>][] = [
  [
    'PUT /event',
    updateEvent,
    {
      event: uuid,
      belongsTo: uuid,
      name: 'Fest',
      date: '2031-05-01',
      eventType: 'LIMITED_EVENT',
      maxParticipants: 5,
    },
  ],
  [
    'PUT /member',
    updateMember,
    {
      member: uuid,
      organization: uuid,
      firstName: 'Anna',
      lastName: 'Bach',
      customMemberIdentifier: '7',
      description: 'Trainerin',
    },
  ],
  ['PUT /organization', updateOrganization, { organization: uuid, name: 'TSV', motd: 'Hallo' }],
  [
    'PUT /user/:user',
    updateUser,
    {
      user: uuid,
      firstName: 'Anna',
      lastName: 'Bach',
      email: 'anna@verein.example',
      activated: true,
    },
  ],
];

/** How a call is carried out, not what is stored. */
const MANNER = ['scope', 'listed'];

it.each(BODIES)(
  '%s with all that the specification names changes nothing else (X1)',
  (_call, { input }, body) => {
    const given = Object.entries(input.parse(body)).filter(([, value]) => value !== undefined);
    const fields = given.map(([field]) => field).filter((field) => !MANNER.includes(field));
    expect(fields.sort()).toEqual(Object.keys(body).sort());
  },
);
