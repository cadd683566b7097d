import { timingSafeEqual } from 'node:crypto'
import { type Key, keyedHash } from '../db/keys.ts'

/** A link lets its holder do one thing with one file until it expires, without signing in. */
export interface FileLink {
  readonly use: 'upload' | 'download'
  readonly tenantId: number
  readonly fileId: number
  /** By the real clock, not by a sandbox's set clock. */
  readonly expiresAt: Date
}

export const UPLOAD_MINUTES = 15
export const DOWNLOAD_MINUTES = 15

export const minutesFrom = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** `<administrator>.<file>.<until>.<seal>`: anyone can read it, but only this service can make one. */
export function sealLink(keys: readonly Key[], link: FileLink): string {
  const text = textOf(link)
  return `${text}.${keyedHash(keys, useOf(link.use), text).toString('base64url')}`
}

/** Reads a link. Gives nothing unless we sealed it for this use and it has not expired. */
export function openLink(
  keys: readonly Key[],
  use: FileLink['use'],
  token: string,
  now: Date,
): FileLink | undefined {
  const [, text, tenantId, fileId, until, seal] =
    /^(([1-9]\d{0,15})\.([1-9]\d{0,15})\.([1-9]\d{0,14}))\.([\w-]{43})$/.exec(token) ?? []
  if (text === undefined || seal === undefined) return undefined
  const given = Buffer.from(seal, 'base64url')
  const isOurs = keys.some((key) => timingSafeEqual(keyedHash([key], useOf(use), text), given))
  if (!isOurs || Number(until) <= now.getTime()) return undefined
  return { use, tenantId: Number(tenantId), fileId: Number(fileId), expiresAt: new Date(Number(until)) }
}

const textOf = ({ tenantId, fileId, expiresAt }: FileLink) => `${tenantId}.${fileId}.${expiresAt.getTime()}`
const useOf = (use: FileLink['use']) => `file ${use}`
