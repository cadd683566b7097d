import type { ProblemTexts } from '../http/problems.ts'

/** What the problem codes of this room mean, and what a caller does about them. */
export const accessProblems = {
  TotpRequired: {
    title: 'A one-time code is needed',
    meaning: 'This user signs in with a password and a one-time code; the code is missing or wrong.',
    remedy: 'Send the current code of the authenticator as `totp` with the user name and password.',
  },
  MoreThanOwn: {
    title: 'More than the caller has',
    meaning:
      'A key, client or user would get permissions or scopes that the caller itself does not have. `beyond` lists them.',
    remedy: 'Ask for a subset of your own permissions and scopes.',
  },
  OwnRights: {
    title: 'Nobody changes their own rights',
    meaning: 'A user tried to change its own groups, scopes or status.',
    remedy: 'Ask another administrator to make the change.',
  },
  GroupNotEmpty: {
    title: 'The group still has members',
    meaning: 'A group can be deleted only when nothing is in it.',
    remedy: 'Remove its members first.',
  },
  PasswordTooWeak: {
    title: 'The password is too weak',
    meaning: 'A password has 12 to 256 characters, is not the user name, and is not one character repeated.',
    remedy: 'Choose a longer password.',
  },
  PasswordWrong: {
    title: 'The current password or the invitation is wrong',
    meaning: 'A new password needs the current one, or the invitation that came when the user was made.',
    remedy: 'Send the right `current` or `invitation`.',
  },
  TotpInvalid: {
    title: 'The one-time code is wrong',
    meaning:
      'The code does not fit the secret at this time, was used before, or no secret has been asked for.',
    remedy: 'POST /me/totp for a secret, then send the code the authenticator shows now.',
  },
} as const satisfies ProblemTexts
