import { headerText } from './addresses.ts'

// What our mails say. Plain text, a few lines each, signed with the administrator's name.

export interface MailText {
  readonly subject: string
  readonly text: string
}

/** A user whom we write to about signing in. */
interface Addressee {
  readonly administrator: string
  readonly firstName: string
  readonly userName: string
  /** The address by which people reach the service; undefined if it was not configured. */
  readonly publicUrl: string | undefined
}

/** Sent to a new user who sets the first password. */
export function invitationMail(
  to: Addressee & { readonly invitation: string; readonly validDays: number },
): MailText {
  const { administrator, firstName, userName, invitation, validDays } = to
  return {
    subject: `Your invitation from ${administrator}`,
    text: letter(administrator, firstName, [
      `${oneLine(administrator)} has set up a user for you. Your user name is ${oneLine(userName)}.`,
      ...(to.publicUrl
        ? [
            'To choose your password, open this link:',
            `    ${passwordLink(to.publicUrl, invitation)}`,
            'Or enter this invitation where you are asked for it:',
          ]
        : ['To choose your password, open our portal and use this invitation:']),
      `    ${invitation}`,
      `It works once, within ${validDays} days. Please do not forward this mail.`,
    ]),
  }
}

/** Sent to a user who asked for a new password. */
export function passwordResetMail(
  to: Addressee & { readonly token: string; readonly validMinutes: number },
): MailText {
  const { administrator, firstName, userName, token, validMinutes } = to
  return {
    subject: `Choose a new password for ${administrator}`,
    text: letter(administrator, firstName, [
      `Someone asked for a new password for your user name ${oneLine(userName)}.`,
      ...(to.publicUrl
        ? [
            `To choose one, open this link within ${validMinutes} minutes:`,
            `    ${passwordLink(to.publicUrl, token)}`,
            'Or use this code as your invitation:',
          ]
        : [
            `To choose one, open our portal and use this code as your invitation within ${validMinutes} minutes:`,
          ]),
      `    ${token}`,
      'It works once. If you did not ask for it, you can ignore this mail. Your password has not been changed.',
    ]),
  }
}

/** Sent with the statement of an account holder. */
export function statementMail(about: {
  readonly administrator: string
  readonly name: string
  readonly number: string
  readonly fromDate: string
  readonly toDate: string
}): MailText {
  const { administrator, name, number, fromDate, toDate } = about
  return {
    subject: `Your statement from ${fromDate} to ${toDate}`,
    text: letter(administrator, name, [
      `Your statement from ${fromDate} to ${toDate} for account ${oneLine(number)} is attached.`,
      'If something does not look right, please let us know.',
    ]),
  }
}

/** Sent with a letter to a customer about a cancellation or a claim. */
export function letterMail(about: {
  readonly administrator: string
  readonly name: string
  /** What the letter is about, such as `the cancellation of contract C-100`. */
  readonly about: string
}): MailText {
  const { administrator, name } = about
  const subject = oneLine(about.about)
  return {
    subject: `Our letter about ${subject}`,
    text: letter(administrator, name, [
      `Our letter about ${subject} is attached.`,
      'If you have questions, please contact us. The letter says how.',
    ]),
  }
}

/** Sent to the administrator itself when something needs attention. */
export const alertMail = (alert: {
  readonly administrator: string
  readonly subject: string
  readonly text: string
}): MailText => ({
  subject: `Alert: ${alert.subject}`,
  text: [
    alert.text.trim(),
    `This alert is for ${oneLine(alert.administrator)}. To change who gets alerts, change the setting alertEmail.\n`,
  ].join('\n\n'),
})

/** The page of the portal that sets a password. What follows the # stays in the browser: no server sees or logs it. */
const passwordLink = (publicUrl: string, token: string) =>
  `${publicUrl}/app/invitation#${encodeURIComponent(token)}`

const letter = (administrator: string, name: string, paragraphs: readonly string[]) =>
  [`Hello ${oneLine(name)},`, ...paragraphs, `${oneLine(administrator)}\n`].join('\n\n')

/** A name in a mail is one line, so that nobody can add paragraphs of their own with it. */
const oneLine = (text: string) => headerText(text)
