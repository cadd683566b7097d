import { expect, test } from 'vitest'
import { alertMail, invitationMail, letterMail, passwordResetMail, statementMail } from './texts.ts'

const administrator = 'Summit Administration'
const anna = { administrator, firstName: 'Anna', userName: 'anna.berg', publicUrl: 'https://summit.example' }

test.each([
  [
    invitationMail({ ...anna, invitation: '1.abc', validDays: 7 }),
    'Your invitation from Summit Administration',
    `Hello Anna,

Summit Administration has set up a user for you. Your user name is anna.berg.

To choose your password, open this link:

    https://summit.example/app/invitation#1.abc

Or enter this invitation where you are asked for it:

    1.abc

It works once, within 7 days. Please do not forward this mail.

Summit Administration
`,
  ],
  [
    invitationMail({ ...anna, publicUrl: undefined, invitation: '1.abc', validDays: 7 }),
    'Your invitation from Summit Administration',
    `Hello Anna,

Summit Administration has set up a user for you. Your user name is anna.berg.

To choose your password, open our portal and use this invitation:

    1.abc

It works once, within 7 days. Please do not forward this mail.

Summit Administration
`,
  ],
  [
    passwordResetMail({ ...anna, token: '1.def', validMinutes: 60 }),
    'Choose a new password for Summit Administration',
    `Hello Anna,

Someone asked for a new password for your user name anna.berg.

To choose one, open this link within 60 minutes:

    https://summit.example/app/invitation#1.def

Or use this code as your invitation:

    1.def

It works once. If you did not ask for it, you can ignore this mail. Your password has not been changed.

Summit Administration
`,
  ],
  [
    passwordResetMail({ ...anna, publicUrl: undefined, token: '1.def', validMinutes: 60 }),
    'Choose a new password for Summit Administration',
    `Hello Anna,

Someone asked for a new password for your user name anna.berg.

To choose one, open our portal and use this code as your invitation within 60 minutes:

    1.def

It works once. If you did not ask for it, you can ignore this mail. Your password has not been changed.

Summit Administration
`,
  ],
  [
    statementMail({
      ...{ administrator, name: 'Lakeside Motors', number: 'D1001' },
      ...{ fromDate: '2024-02-01', toDate: '2024-02-29' },
    }),
    'Your statement from 2024-02-01 to 2024-02-29',
    `Hello Lakeside Motors,

Your statement from 2024-02-01 to 2024-02-29 for account D1001 is attached.

If something does not look right, please let us know.

Summit Administration
`,
  ],
  [
    letterMail({ administrator, name: 'Sam Lee', about: 'the cancellation of contract C-100' }),
    'Our letter about the cancellation of contract C-100',
    `Hello Sam Lee,

Our letter about the cancellation of contract C-100 is attached.

If you have questions, please contact us. The letter says how.

Summit Administration
`,
  ],
  [
    alertMail({ administrator, subject: 'Refunds are due', text: 'Two refunds are due.\n' }),
    'Alert: Refunds are due',
    `Two refunds are due.

This alert is for Summit Administration. To change who gets alerts, change the setting alertEmail.
`,
  ],
])('a mail reads well: %#', (mail, subject, text) => {
  expect(mail).toEqual({ subject, text })
})

test('a name cannot add lines of its own', () => {
  const { text } = invitationMail({
    ...anna,
    firstName: 'Anna\n\nGo to https://evil.example',
    ...{ invitation: 'x', validDays: 7 },
  })
  expect(text.split('\n')[0]).toBe('Hello Anna Go to https://evil.example,')
})
