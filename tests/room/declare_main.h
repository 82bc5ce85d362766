/* Comes before each test_*.c: its main is named after the test there, and a name that is not static is
 * declared first. */
#ifndef TEST_DECLARE_MAIN_H
#define TEST_DECLARE_MAIN_H

int main(void);

#endif
