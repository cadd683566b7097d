import type { Program } from './rate-book.ts'

/** What a class is called in a program. */
export const classDisplayName = ({ classNames }: Pick<Program, 'classNames'>, classCode: string): string =>
  Object.hasOwn(classNames, classCode) ? (classNames[classCode] ?? classCode) : `Class ${classCode}`
