import type { ProblemTexts } from '../http/problems.ts'

export const referenceProblems = {
  SettingInvalid: {
    title: 'The value is not valid for this setting',
    meaning:
      'The value has the wrong type for the setting, or it is not one of the allowed values. Or an operation needs a setting that is missing or cannot be used.',
    remedy:
      'Send a value of the type that GET /generalsettings/{generalSettingId} shows, or null for the default. Set what the message names with PATCH /generalsettings/{generalSettingId}.',
  },
} as const satisfies ProblemTexts
