import { Readable } from 'node:stream'
import { headerText, isMailAddress } from '../../domain/mail/addresses.ts'
import type { Content } from '../../http/route-specs.ts'

/** The mail server that we hand our mail to. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** TLS from the beginning (smtps). Otherwise it is started before anything is sent, except on this machine. */
  readonly isTls: boolean
  readonly isLocal: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** The address that mail comes from. The name beside it is the administrator's. */
  readonly from: string
}

export interface OutgoingMail {
  /** The same at each attempt, so that a mail system can tell a repeat. */
  readonly messageId: string
  readonly senderName: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly date: Date
  readonly attachments: readonly Content[]
}

/** Why a mail was not sent. */
export interface SendingFault {
  readonly code: string
  readonly message: string
  /** The server could not be reached or did not answer: there is no use in trying the next mail now. */
  readonly isServerDown: boolean
}

/** Hands a mail to the mail server, and answers what went wrong. */
export type SendMail = (mail: OutgoingMail) => Promise<SendingFault | undefined>

const ANSWER_MILLISECONDS = 30_000

export function openSmtp(settings: SmtpSettings, answerMilliseconds = ANSWER_MILLISECONDS): SendMail {
  const { host, port, isTls, isLocal, user, password, from } = settings
  const options = {
    ...{ host, port, secure: isTls, requireTLS: !isTls && !isLocal, ignoreTLS: !isTls && isLocal },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    ...{ connectionTimeout: answerMilliseconds, greetingTimeout: answerMilliseconds },
    ...{ socketTimeout: answerMilliseconds, dnsTimeout: answerMilliseconds },
    // A text in a mail must never be taken for a file or an address to read from.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  }
  return async (mail) => {
    // The library would read several addresses from a text that has them.
    if (!isMailAddress(mail.to))
      return { code: 'EENVELOPE', message: 'The address is not valid.', isServerDown: false }
    try {
      // Loaded here: a service is ready before it needs this.
      const { createTransport } = await import('nodemailer')
      // One connection for each mail: a connection that breaks then concerns one mail, and no other.
      await createTransport(options).sendMail({
        from: { name: headerText(mail.senderName), address: from },
        to: { name: '', address: mail.to },
        envelope: { from, to: [mail.to] },
        ...{ messageId: mail.messageId, subject: headerText(mail.subject), text: mail.text, date: mail.date },
        // Other programs do not answer such a mail by themselves.
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: await Promise.all(mail.attachments.map(attachment)),
      })
      return undefined
    } catch (error) {
      return faultFrom(error)
    }
  }
}

const attachment = async (content: Content) => ({
  filename: headerText(content.fileName),
  contentType: content.contentType,
  content: Readable.from(await content.open()),
})

/** Faults of this one mail: the server refuses it or its recipient, or it cannot be read. */
const MAIL_FAULTS = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM'])

function faultFrom(error: unknown): SendingFault {
  const { code = 'Unknown', responseCode, message } = error as FaultyError
  return {
    code: responseCode === undefined ? code : `${code} ${responseCode}`,
    message: headerText(message ?? String(error), 500),
    isServerDown: !MAIL_FAULTS.has(code),
  }
}
interface FaultyError {
  readonly code?: string
  readonly responseCode?: number
  readonly message?: string
}
