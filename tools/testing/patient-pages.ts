import { configure } from '@testing-library/react';

/** A second by default, which a busy machine needs for a page now and then. */
configure({ asyncUtilTimeout: 20_000 });
