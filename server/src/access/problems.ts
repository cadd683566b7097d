import type { ProblemTexts } from '../http/problems.ts'

export const accessProblems = {
  TotpRequired: {
    title: 'A one-time code is required',
    meaning:
      'This user signs in with a password and a one-time code. The code is missing, wrong, or was used before.',
    remedy:
      'Send the current code of the authenticator app, or a recovery code, as `totp`, with the user name and password.',
  },
  EnrollmentRequired: {
    title: 'One-time codes must be set up first',
    meaning:
      'An administrator requires one-time codes for this user (`mfaEnabled`), and none are set up. Until they are, the session can only set them up, show who is signed in, and sign out.',
    remedy:
      'Get a secret with POST /me/totp, enter it in an authenticator app, and confirm it with PUT /me/totp. Then the same session can be used.',
  },
  MoreThanOwn: {
    title: 'The caller cannot grant more than it has',
    meaning:
      'A key, client or user would get permissions or scopes that the caller does not have. `beyond` lists them.',
    remedy: 'Grant only permissions and scopes that you have yourself.',
  },
  OwnRights: {
    title: 'Users cannot change their own rights',
    meaning: 'A user tried to change its own groups, scopes or status.',
    remedy: 'Ask another administrator to make the change.',
  },
  GroupNotEmpty: {
    title: 'The group still has members',
    meaning: 'Only an empty group can be deleted.',
    remedy: 'Remove its members first.',
  },
  PasswordTooWeak: {
    title: 'The password is too weak',
    meaning:
      'A password must have 12 to 256 characters, and must not be easy to guess: a common password, one or two common words, a pattern, a date, or made of the names of the user or the company. The message says what makes it weak.',
    remedy: 'Choose another password, for example four words that have nothing to do with each other.',
  },
  PasswordWrong: {
    title: 'The current password or the invitation is wrong',
    meaning:
      'To set a new password, send the current password, the invitation that was issued when the user was created (valid for 7 days), or the code of a password reset (valid for an hour). An invitation and a code work once.',
    remedy:
      'Send the correct `current` or `invitation`. A new code comes with POST /session/password-resets.',
  },
  TotpInvalid: {
    title: 'The one-time code is wrong',
    meaning:
      'The code does not match the secret at this time, it was used before, or no secret has been requested.',
    remedy: 'Get a secret with POST /me/totp, then send the code that the authenticator app shows now.',
  },
} as const satisfies ProblemTexts
