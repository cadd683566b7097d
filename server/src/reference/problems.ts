import type { ProblemTexts } from '../http/problems.ts'

export const referenceProblems = {
  SettingInvalid: {
    title: 'The value is not valid for this setting',
    meaning: 'The value has the wrong type for the setting, or it is not one of the allowed values.',
    remedy:
      'Send a value of the type that GET /generalsettings/{generalSettingId} shows, or null for the default.',
  },
} as const satisfies ProblemTexts
