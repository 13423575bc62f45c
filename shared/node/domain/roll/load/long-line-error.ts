import { AppError } from '#shared/contract/errors.ts'

/** For a file that seems to have no line breaks at all. */
export const longLineError = () =>
  new AppError(
    'malformed',
    'The file has a line of more than 1 MB. Check that it is a CSV file with one parcel per line.',
  )

/** For a file that goes on and on without any content. */
export const emptyLinesError = (from: number) =>
  new AppError(
    'malformed',
    `The file has thousands of empty lines after line ${from.toLocaleString('en-US')}. Remove them, or export the file again.`,
  )
