/** Where the tab holds the ETag of an answer that the phone keeps, for the page's inline script (startEarly.ts). */
export const ETAG_PREFIX = 'etag:';
export const etagKey = (address: string): string => ETAG_PREFIX + address;
