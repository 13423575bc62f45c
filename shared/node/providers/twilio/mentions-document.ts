const isPart = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}-]/u.test(letter)

/** Whether a text names a document: not another one whose number begins or ends with the same characters. */
export function mentionsDocument(text: string, documentId: string): boolean {
  for (let at = text.indexOf(documentId); at >= 0; at = text.indexOf(documentId, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + documentId.length])) return true
  return false
}
