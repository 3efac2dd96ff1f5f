/** What a ticket's barcode ends with, behind the numbers of its order and its attendee. */
const BARCODE_END = '001';

/**
 * The number of an attendee in a report that has none, only barcodes: Eventbrite makes a ticket's barcode of the
 * order's number, the attendee's and three digits. So the ticket is the same one as in other reports and in the API.
 * A barcode of another kind, such as the organizer's own, is the key itself.
 */
export function attendeeNumber(orderId: string, barcode: string): { externalId: string } | { refused: string } {
  if (barcode === '') return { refused: 'it has no barcode number, which is needed to recognize the attendee again' };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(barcode) || /^\d{11,}0{5}$/.test(barcode)) {
    return {
      refused: `a spreadsheet has rounded the barcode number to ${barcode}: import the file as Eventbrite made it`,
    };
  }
  const behindOrder = /^\d+$/.test(orderId) && barcode.startsWith(orderId) ? barcode.slice(orderId.length) : '';
  const number = behindOrder.endsWith(BARCODE_END) ? behindOrder.slice(0, -BARCODE_END.length) : '';
  if (/^[1-9]\d{5,14}$/.test(number)) return { externalId: number };
  if (/^[\w-]{4,60}$/.test(barcode)) return { externalId: `barcode-${barcode}` };
  return { refused: `the barcode number “${barcode.slice(0, 80)}” is not made of letters and digits` };
}
