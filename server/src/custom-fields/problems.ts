import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const customFieldProblems = {
  FieldExists: {
    title: 'The custom field is set already',
    meaning: 'POST sets a custom field that has no value yet; this one has one.',
    remedy: 'Change it with PATCH.',
  },
  FieldRequired: {
    title: 'The custom field is required',
    meaning: 'A required custom field that is set can be changed, but not removed.',
    remedy: 'Give it another value, or have its definition changed.',
  },
  FieldInvalid: {
    title: 'The custom field cannot have this value',
    meaning:
      'The value does not fit the type, the options or the length of the custom field, or the request names two fields at once. `errors` says where and why.',
    remedy:
      'Text, Date and List take a string, Number and Money a number, Bool true or false; never null. DELETE removes a value.',
  },
} as const satisfies ProblemTexts
