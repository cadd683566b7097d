import { resolve } from 'node:path'
import { isFull } from '../away.ts'

/** A refusal to use a data folder. The message says what is wrong, which folder it is and what to do. */
export class DataFolderRefused extends Error {
  override name = 'DataFolderRefused'
}

/** Turns an error of the file system into a refusal. The error's own message names the file. */
export async function refusing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    const advice = isFull(error)
      ? ''
      : ' Check that the user of this service can write there, or set BULWARK_DATA to another folder.'
    throw new DataFolderRefused(`Data folder ${resolve(folder)} cannot be used: ${error.message}.${advice}`, {
      cause: error,
    })
  }
}
